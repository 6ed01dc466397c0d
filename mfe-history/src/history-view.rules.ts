import { conversationSort, type ConversationSort } from '@polylogue/api-contract';

export const dateLabels = { all: 'All time', today: 'Today', week: 'Past week', month: 'Past month' } as const;
export type DateFilter = keyof typeof dateLabels;

/** What the address says of the screen. */
export interface HistoryView {
  q: string;
  service: string;
  date: DateFilter;
  sort: ConversationSort;
  order: 'asc' | 'desc';
  /** The conversation in the reading pane. */
  open: string;
}

export const firstView: HistoryView = { q: '', service: '', date: 'all', sort: 'updatedAt', order: 'desc', open: '' };

/** Reads the address; what it does not know falls back, so that an old or mistyped link still shows a list. */
export function viewOf(address: URLSearchParams): HistoryView {
  const date = address.get('date') ?? '';
  const sort = conversationSort.safeParse(address.get('sort'));
  return {
    q: (address.get('q') ?? '').slice(0, 200),
    service: address.get('service') ?? '',
    date: Object.hasOwn(dateLabels, date) ? (date as DateFilter) : 'all',
    sort: sort.success ? sort.data : 'updatedAt',
    order: address.get('order') === 'asc' ? 'asc' : 'desc',
    open: address.get('open') ?? '',
  };
}

/** The address of a view, without what has its default. */
export function addressOf(view: HistoryView): URLSearchParams {
  const changed = Object.entries(view).filter(([name, value]) => value !== firstView[name as keyof HistoryView]);
  return new URLSearchParams(changed as [string, string][]);
}

/** A column that is chosen again turns round; another begins with what one looks for first. */
export function afterSort({ sort, order }: Pick<HistoryView, 'sort' | 'order'>, column: ConversationSort) {
  if (sort === column) return { sort, order: order === 'asc' ? ('desc' as const) : ('asc' as const) };
  const isText = column === 'aiService' || column === 'lastMessage';
  return { sort: column, order: isText ? ('asc' as const) : ('desc' as const) };
}

/** Where the date filter begins: midnight of today, or 7 days or 1 month ago. */
export function sinceOf(date: DateFilter, now: Date): string | undefined {
  const since = new Date(now);
  if (date === 'all') return undefined;
  if (date === 'today') since.setHours(0, 0, 0, 0);
  if (date === 'week') since.setDate(since.getDate() - 7);
  if (date === 'month') {
    const day = since.getDate();
    since.setMonth(since.getMonth() - 1);
    // A month ago from the 31st is the last day of a shorter month.
    if (since.getDate() !== day) since.setDate(0);
  }
  return since.toISOString();
}

export const isNarrowed = ({ q, service, date }: HistoryView): boolean =>
  q.trim() !== '' || service !== '' || date !== 'all';
