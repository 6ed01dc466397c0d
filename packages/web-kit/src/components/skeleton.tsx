/** Rows of the height that will come; shown only after 150 ms, so that a quick answer never flashes. */
export function Skeleton({ rows = 6, rowHeight = 34 }: { rows?: number; rowHeight?: number }) {
  return (
    <div className="pl-skeleton" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_row, index) => (
        <div key={index} style={{ height: rowHeight }}>
          <i style={{ width: `${[18, 24, 14][index % 3]}%` }} />
          <i style={{ width: `${[52, 40, 46][index % 3]}%` }} />
        </div>
      ))}
    </div>
  );
}
