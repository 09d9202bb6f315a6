import type { FormLayout } from '../../shared/creates/form/form-layout.ts';
import type { EndpointNumber } from '../../shared/service/endpoints.ts';

/** The form for the body of a create, or of a question. */
export interface FormFields extends FormLayout {
  endpoint: EndpointNumber;
}
