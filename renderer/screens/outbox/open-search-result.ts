import type { FindOption } from '../../state/global-search.svelte.ts';
import { outboxSearch } from '../../state/outbox-search.svelte.ts';
import { startFromTemplate } from '../../state/pending-template.ts';
import { route } from '../../state/route.svelte.ts';
import { outboxList } from './outbox-list.svelte.ts';

/**
 * Shows the outbox filtered by a text. Called from another screen, it resets the list and filters of the outbox, which
 * are not visible there.
 */
export function showInOutbox(text: string): void {
  if (route.screen !== 'outbox') outboxList.showList('all');
  outboxSearch.text = text;
  route.go('outbox');
  // The list may be rendered only after this.
  setTimeout(() => outboxSearch.focusList(), 0);
}

/** Opens a search result: an entry itself, or the outbox filtered to the matching entries. */
export function openSearchResult(option: FindOption, text: string): void {
  switch (option.group) {
    case 'entries':
      return route.go('outbox', option.find.id);
    case 'numbers':
      return route.go('tracking', option.find.number.text);
    case 'recipients':
      return showInOutbox(option.find.Contact.text);
    case 'skus':
      return showInOutbox(option.find.Sku.text);
    case 'templates': {
      const { id, endpoint, name } = option.find;
      return startFromTemplate([{ id, endpoint, name: name.text }]);
    }
    case 'all':
      return showInOutbox(text);
  }
}
