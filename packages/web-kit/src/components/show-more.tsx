import { Button } from 'antd';

/** A list that comes page by page, as far as {@link ShowMore} looks at it. */
export interface ShowMoreProps {
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
  label?: string;
  className?: string;
}

/** The way to the next page of a list, while there is one, and that it could not be loaded. */
export function ShowMore({ list, label = 'Show more', className }: ShowMoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  if (!hasNextPage) return null;
  return (
    <>
      {isFetchNextPageError && !isFetchingNextPage && (
        <p className="pl-field-error" role="alert">
          The rest could not be loaded. Try again.
        </p>
      )}
      <Button className={className} disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {isFetchingNextPage ? 'Loading…' : label}
      </Button>
    </>
  );
}
