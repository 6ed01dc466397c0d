import { Sources } from '../../generation/sources.js';
import type { Accent } from '../../theme/accent.rules.js';
import { figureOf } from '../agreement.rules.js';
import { ServiceName } from '../service-name.js';
import { viewLabels, type SaidView, type SettledClaim } from './settling.rules.js';
import styles from './settling.module.css';

interface SettledClaimsProps {
  claims: readonly SettledClaim[];
  accents: ReadonlyMap<string, Accent>;
  /** Whether there were two rounds, so that each view says which it was in. */
  isTwice: boolean;
}

/** Each claim that went back: the figure before and after, who changed its mind or kept it, and why. */
export function SettledClaims({ claims, accents, isTwice }: SettledClaimsProps) {
  return (
    <ol className={styles.claims} aria-label="Claims that went back">
      {claims.map(({ id, place, text, before, after, views }) => (
        <li key={id}>
          <p className={styles.claim} dir="auto">
            <b>{place}</b> {text}
          </p>
          <p className={styles.figures}>
            {figureOf(before)} agreement <span aria-hidden>→</span>{' '}
            <b>
              {figureOf(after)} <span>after settling</span>
            </b>
          </p>
          <ul>
            {views.map((said) => (
              <li key={`${said.round} ${said.answer.messageId}`}>
                <View said={said} accents={accents} isTwice={isTwice} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

interface ViewProps extends Pick<SettledClaimsProps, 'accents' | 'isTwice'> {
  said: SaidView;
}

function View({ said: { answer, view, reason, round }, accents, isTwice }: ViewProps) {
  const { sources = [], sourcesOmitted } = answer.generation ?? {};
  return (
    <>
      <p dir="auto">
        <ServiceName service={answer.aiService} accents={accents} />{' '}
        <span className={styles.view} data-view={view}>
          {viewLabels[view]}
          {isTwice && <span className={styles.inRound}> in round {round}</span>}:
        </span>{' '}
        {reason}
      </p>
      {sources.length > 0 && <Sources sources={sources} omitted={sourcesOmitted} />}
    </>
  );
}
