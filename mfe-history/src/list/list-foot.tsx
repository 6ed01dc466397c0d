import { Button } from '@polylogue/web-kit/antd';
import layout from '../conversation-history.module.css';

interface ListFootProps {
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
  shown: number;
  /** How many there are, written out; unknown where counting would take long. */
  count: string | undefined;
}

/** How much of a list is shown, and the way to more. */
export const ListFoot = ({ list, shown, count }: ListFootProps) => (
  <footer className={layout.foot}>
    <span>
      1–{shown.toLocaleString('en-US')} of {count ?? 'many'}
    </span>
    {list.isFetchNextPageError && !list.isFetchingNextPage && (
      <span className="pl-field-error" role="alert">
        The rest could not be loaded. Try again.
      </span>
    )}
    {list.hasNextPage && (
      <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {list.isFetchingNextPage ? 'Loading...' : 'Show more'}
      </Button>
    )}
  </footer>
);
