import { EmptyState } from '@polylogue/web-kit';

export function NotFound() {
  return (
    <>
      <title>Page Not Found · Polylogue</title>
      <EmptyState
        level={1}
        title="Page Not Found"
        help="There is no page at this address."
        action={
          <a className="pl-button" href="/">
            Back to Polylogue
          </a>
        }
      />
    </>
  );
}
