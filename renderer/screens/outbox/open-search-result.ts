import type { FindOption } from '../../state/find-all.svelte.ts';
import { outboxSearch } from '../../state/outbox-search.svelte.ts';
import { startFromTemplate } from '../../state/pending-template.ts';
import { route } from '../../state/route.svelte.ts';
import { outboxList } from './outbox-list.svelte.ts';

/**
 * Shows the outbox filtered by a text. From another screen it starts with all entries, since an earlier narrowing is
 * out of sight.
 */
export function showInOutbox(text: string): void {
  if (route.screen !== 'outbox') outboxList.show('all');
  outboxSearch.text = text;
  route.go('outbox');
  // The list may be rendered only after this.
  setTimeout(() => outboxSearch.focusList(), 0);
}

/** Opens a search result: an entry itself, or the outbox filtered to the matching entries. */
export function openSearchResult(option: FindOption, typed: string): void {
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
      return showInOutbox(typed);
  }
}
