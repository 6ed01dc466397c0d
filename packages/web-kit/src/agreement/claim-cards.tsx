import type { AgreementCell, AgreementClaim, AiServiceLabel } from '@polylogue/api-contract';
import styles from './agreement.module.css';
import { cellName, figureOf, mapTitle, percent, quoteOrMeaning } from './agreement.rules.js';
import { ClaimMarks } from './claim-marks.js';
import type { ClaimsProps } from './claims.js';
import { ServiceName } from './service-name.js';
import { StanceView } from './stance-view.js';

/** The same claim by claim, where there is no room for columns. */
export function ClaimCards({ map, accents, after, onShow, onMark }: ClaimsProps) {
  const services = new Map(map.replies.map(({ messageId, aiService }) => [messageId, aiService]));
  return (
    <ol className={styles.cards} aria-label={mapTitle(map)}>
      {map.claims.map((claim, index) => (
        <li key={claim.id}>
          <p className={styles.claim} dir="auto">
            <b>{index + 1}</b> {claim.text}
          </p>
          {claim.agreement !== null && (
            <p className={styles.ofCard}>
              {percent(claim.agreement)} agreement
              {after.has(claim.id) && `, ${figureOf(after.get(claim.id))} after settling`}
            </p>
          )}
          <ul>
            {claim.cells
              .filter(({ stance }) => stance !== 'silent')
              .map((cell) => (
                <li key={cell.messageId}>
                  <CardCell
                    number={index + 1}
                    cell={cell}
                    service={services.get(cell.messageId)}
                    accents={accents}
                    onShow={onShow}
                  />
                </li>
              ))}
          </ul>
          <Silent claim={claim} services={services} />
          <ClaimMarks number={index + 1} mark={claim.mark} onMark={(mark) => onMark(claim, mark)} />
        </li>
      ))}
    </ol>
  );
}

interface CardCellProps extends Pick<ClaimsProps, 'accents' | 'onShow'> {
  number: number;
  cell: AgreementCell;
  service: AiServiceLabel | undefined;
}

function CardCell({ number, cell, service, accents, onShow }: CardCellProps) {
  if (!service) return null;
  const content = (
    <>
      <ServiceName service={service} accents={accents} />
      <StanceView stance={cell.stance} />
      <span className={styles.words} dir="auto">
        {quoteOrMeaning(cell)}
      </span>
    </>
  );
  if (!cell.quote) return <div className={styles.cardCell}>{content}</div>;
  return (
    <button
      type="button"
      className={styles.cardCell}
      aria-label={cellName(number, service.displayName, cell)}
      onClick={() => onShow(cell)}
    >
      {content}
    </button>
  );
}

/** Those who do not speak of a claim, in a line. */
function Silent({ claim, services }: { claim: AgreementClaim; services: ReadonlyMap<string, AiServiceLabel> }) {
  const silent = claim.cells.filter(({ stance }) => stance === 'silent');
  if (silent.length === 0) return null;
  const names = silent.flatMap(({ messageId }) => services.get(messageId)?.displayName ?? []);
  return <p className={styles.ofCard}>silent: {names.join(', ')}</p>;
}
