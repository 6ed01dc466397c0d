import type { AgreementClaim } from '@polylogue/api-contract';
import { useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import styles from './agreement.module.css';
import { cellName, mapTitle, markLabels, figureOf, quoteOrMeaning } from './agreement.rules.js';
import { ClaimMarks } from './claim-marks.js';
import type { ClaimsProps } from './claims.js';
import { placeAfter, type GridPlace } from './grid-keys.rules.js';
import { ServiceName } from './service-name.js';
import { StanceView } from './stance-view.js';

const markCount = Object.keys(markLabels).length;

/**
 * Claims down, services across. A grid with one tab stop and arrows inside: in each row the marks of the claim, then a
 * cell for each reply. Below it stands the quote of the cell that has the focus or the pointer.
 */
export function ClaimMatrix({ map, accents, after, onShow, onMark }: ClaimsProps) {
  const { grid, stop, onFocus, onKeyDown } = useGrid();
  const [hovered, setHovered] = useState<GridPlace>();
  const read = hovered ?? stop;
  return (
    <>
      <div className={styles.scroller}>
        <table
          ref={grid}
          role="grid"
          aria-label={mapTitle(map)}
          className={styles.matrix}
          onFocus={onFocus}
          onKeyDown={onKeyDown}
          onPointerLeave={() => setHovered(undefined)}
        >
          <thead>
            <tr>
              <th scope="col">Claim</th>
              {map.replies.map(({ messageId, aiService }) => (
                <th key={messageId} scope="col">
                  <ServiceName service={aiService} accents={accents} />
                </th>
              ))}
              <th scope="col" className={styles.figure}>
                Agree
              </th>
            </tr>
          </thead>
          <tbody>
            {map.claims.map((claim, row) => (
              <ClaimRow
                key={claim.id}
                map={map}
                claim={claim}
                row={row}
                stop={stop}
                after={after}
                onShow={onShow}
                onMark={onMark}
                onHover={(column) => setHovered({ row, column })}
              />
            ))}
          </tbody>
        </table>
      </div>
      <QuoteLine map={map} place={read} />
    </>
  );
}

interface ClaimRowProps extends Omit<ClaimsProps, 'accents'> {
  claim: AgreementClaim;
  row: number;
  stop: GridPlace;
  onHover: (column: number) => void;
}

function ClaimRow({ map, claim, row, stop, after, onShow, onMark, onHover }: ClaimRowProps) {
  const tabIndexOf = (column: number) => (stop.row === row && stop.column === column ? 0 : -1);
  return (
    <tr>
      <th scope="row">
        <span className={styles.claim} dir="auto">
          <b>{row + 1}</b> {claim.text}
        </span>
        <ClaimMarks number={row + 1} mark={claim.mark} onMark={(mark) => onMark(claim, mark)} tabIndexOf={tabIndexOf} />
      </th>
      {claim.cells.map((cell, index) => (
        <td key={cell.messageId} role="gridcell">
          <button
            type="button"
            className={styles.cell}
            aria-label={cellName(row + 1, map.replies[index]?.aiService.displayName ?? '', cell)}
            // Also what has no passage can be walked to, and read.
            aria-disabled={!cell.quote}
            tabIndex={tabIndexOf(markCount + index)}
            onClick={() => cell.quote && onShow(cell)}
            onPointerEnter={() => onHover(markCount + index)}
          >
            <StanceView stance={cell.stance} />
          </button>
        </td>
      ))}
      <td role="gridcell" className={styles.figure}>
        {figureOf(claim.agreement)}
        {after.has(claim.id) && (
          <span className={styles.after}>
            <span className="pl-only-read">after settling </span>→ {figureOf(after.get(claim.id))}
          </span>
        )}
      </td>
    </tr>
  );
}

/** Its height is reserved, so that a quote moves nothing. */
function QuoteLine({ map, place: { row, column } }: Pick<ClaimsProps, 'map'> & { place: GridPlace }) {
  const index = column - markCount;
  const cell = map.claims[row]?.cells[index];
  const service = map.replies[index]?.aiService.displayName;
  return (
    <p className={styles.quote} dir="auto">
      {cell && service ? (
        <>
          <b>
            {service} on claim {row + 1}
          </b>{' '}
          {quoteOrMeaning(cell)}
        </>
      ) : (
        'Point at a cell to read the passage; choose it to go there.'
      )}
    </p>
  );
}

/** One tab stop, which the arrows move. The buttons of each row are its columns. */
function useGrid() {
  const grid = useRef<HTMLTableElement>(null);
  const [stop, setStop] = useState<GridPlace>({ row: 0, column: 0 });
  const rows = () =>
    [...(grid.current?.tBodies[0]?.rows ?? [])].map((row) => [...row.querySelectorAll<HTMLButtonElement>('button')]);
  const placeOf = (target: EventTarget): GridPlace | undefined => {
    const all = rows();
    const row = all.findIndex((buttons) => buttons.some((button) => button === target));
    const column = all[row]?.findIndex((button) => button === target);
    return column === undefined ? undefined : { row, column };
  };
  const onFocus = ({ target }: FocusEvent) => {
    const place = placeOf(target);
    if (place) setStop(place);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const all = rows();
    const from = placeOf(event.target);
    const columns = all.map(({ length }) => length);
    const to = from && placeAfter(event.key, event.ctrlKey, from, columns);
    if (!to) return;
    event.preventDefault();
    all[to.row]?.[to.column]?.focus();
  };
  return { grid, stop, onFocus, onKeyDown };
}
