import type { AgreementCell, AgreementClaim, AgreementMap } from '@polylogue/api-contract';
import styles from './agreement.module.css';
import { cellName, mapTitle, percent, quoteOrMeaning } from './agreement.rules.js';
import { ClaimMarks } from './claim-marks.js';
import type { ClaimsProps } from './claims.js';
import { ServiceName } from './service-name.js';
import { StanceView } from './stance-view.js';

/** The same claim by claim, where there is no room for columns. */
export function ClaimCards({ map, accents, onShow, onMark }: ClaimsProps) {
  return (
    <ol className={styles.cards} aria-label={mapTitle(map)}>
      {map.claims.map((claim, index) => (
        <li key={claim.id}>
          <p className={styles.claim} dir="auto">
            <b>{index + 1}</b> {claim.text}
          </p>
          {claim.agreement !== null && <p className={styles.ofCard}>{percent(claim.agreement)} agreement</p>}
          <ul>
            {claim.cells.map((cell, column) => (
              <li key={cell.messageId}>
                <CardCell
                  number={index + 1}
                  cell={cell}
                  reply={map.replies[column]}
                  accents={accents}
                  onShow={onShow}
                />
              </li>
            ))}
          </ul>
          <ClaimMarks number={index + 1} mark={claim.mark} onMark={(mark) => onMark(claim, mark)} />
        </li>
      ))}
    </ol>
  );
}

interface CardCellProps extends Pick<ClaimsProps, 'accents' | 'onShow'> {
  number: number;
  cell: AgreementClaim['cells'][number];
  reply: AgreementMap['replies'][number] | undefined;
}

function CardCell({ number, cell, reply, accents, onShow }: CardCellProps) {
  if (!reply) return null;
  return (
    <button
      type="button"
      className={styles.cardCell}
      aria-label={cellName(number, reply.aiService.displayName, cell)}
      onClick={() => onShow(cell)}
    >
      <ServiceName service={reply.aiService} accents={accents} />
      <StanceView stance={cell.stance} />
      {isQuoted(cell) && <q dir="auto">{quoteOrMeaning(cell)}</q>}
    </button>
  );
}

const isQuoted = ({ quote }: AgreementCell) => quote !== undefined;
