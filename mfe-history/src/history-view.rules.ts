import { conversationSort, limits, type ConversationSort } from '@polylogue/api-contract';

export const dateLabels = { all: 'All time', today: 'Today', week: 'Past week', month: 'Past month' } as const;
export type DateFilter = keyof typeof dateLabels;

export const shownKinds = { comparisons: 'Comparisons', conversations: 'Conversations' } as const;
export type ShownKind = keyof typeof shownKinds;

/** What the address says of the screen. */
export interface HistoryView {
  show: ShownKind;
  q: string;
  service: string;
  date: DateFilter;
  sort: ConversationSort;
  order: 'asc' | 'desc';
  /** Of comparisons: only those with a star, or with this tag. */
  starred: boolean;
  tag: string;
  /** The conversation in the reading pane. */
  open: string;
}

export const firstView: HistoryView = {
  show: 'conversations',
  q: '',
  service: '',
  date: 'all',
  sort: 'updatedAt',
  order: 'desc',
  starred: false,
  tag: '',
  open: '',
};

/** Reads the address; what it does not know falls back, so that an old or mistyped link still shows a list. */
export function viewOf(address: URLSearchParams): HistoryView {
  const date = address.get('date') ?? '';
  const sort = conversationSort.safeParse(address.get('sort'));
  return {
    show: address.get('show') === 'comparisons' ? 'comparisons' : 'conversations',
    q: (address.get('q') ?? '').slice(0, 200),
    service: address.get('service') ?? '',
    date: Object.hasOwn(dateLabels, date) ? (date as DateFilter) : 'all',
    sort: sort.success ? sort.data : 'updatedAt',
    order: address.get('order') === 'asc' ? 'asc' : 'desc',
    starred: address.get('starred') === 'true',
    tag: (address.get('tag') ?? '').slice(0, limits.comparison.tagLength),
    open: address.get('open') ?? '',
  };
}

/** The address of a view, without what has its default. */
export function addressOf(view: HistoryView): URLSearchParams {
  const changed = Object.entries(view).filter(([name, value]) => value !== firstView[name as keyof HistoryView]);
  return new URLSearchParams(changed.map(([name, value]) => [name, String(value)]));
}

/** Of the other list. What only one of them has, or sorts by, does not go along; words, service and date do. */
export function afterShow(show: ShownKind): Partial<HistoryView> {
  const { sort, order, starred, tag, open } = firstView;
  return { show, sort, order, starred, tag, open };
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

export const isNarrowed = ({ q, service, date, starred, tag }: HistoryView): boolean =>
  q.trim() !== '' || service !== '' || date !== 'all' || starred || tag !== '';
