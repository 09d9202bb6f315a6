import { creates } from '../../shared/creates/creates.ts';

/** SQL for the code of the carrier service an entry is sent with; null: it names none, or was erased. */
export const serviceOf = (entry: string): string =>
  `CASE ${entry}.endpoint ${creates
    .map(
      ({ number, parcel }) =>
        `WHEN ${number} THEN ${entry}.request ->> '$.${['body', ...parcel, 'ServiceCode'].join('.')}'`,
    )
    .join(' ')} END`;
