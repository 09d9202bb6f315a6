import { maxOwnBytes, type OwnLabelFault } from '../../shared/labels/own-label.ts';
import { OwnLabelError } from './own-label.ts';

type FetchFailure =
  { refused: Extract<OwnLabelFault, 'private-address' | 'too-large'> } | { refused: 'not-fetched'; said: string };

const maxMegabytes = maxOwnBytes / 1_000_000;

/** The error for an own label that could not be fetched from its address. */
export function fetchError(failure: FetchFailure): OwnLabelError {
  switch (failure.refused) {
    case 'private-address':
      return new OwnLabelError(
        'private-address',
        'The own label is at an address of your own network, and the settings do not allow that. Allow it there, or give the label itself.',
      );
    case 'too-large':
      return new OwnLabelError(
        'too-large',
        `The own label at its address is of more than ${maxMegabytes} MB, which is too much. Give a smaller one.`,
        { megabytes: `>${maxMegabytes}`, most: maxMegabytes },
      );
    case 'not-fetched':
      return new OwnLabelError(
        'not-fetched',
        `The address of the own label did not give it (${failure.said}). Try again later, or give the label itself.`,
        { said: failure.said },
      );
  }
}
