import { Sources } from '../../generation/sources.js';
import type { Accent } from '../../theme/accent.rules.js';
import { figureOf } from '../agreement.rules.js';
import { ServiceName } from '../service-name.js';
import { viewLabels, type SaidView, type SettledClaim } from './settling.rules.js';
import styles from './settling.module.css';

interface SettledClaimsProps {
  claims: readonly SettledClaim[];
  accents: ReadonlyMap<string, Accent>;
}

/** Each claim that went back: the figure before and after, who changed its mind or kept it, and why. */
export function SettledClaims({ claims, accents }: SettledClaimsProps) {
  return (
    <>
      <p className={styles.title}>What the services say now</p>
      <ol className={styles.claims} aria-label="Claims that went back">
        {claims.map(({ id, place, text, before, after, views, earlier }) => (
          <li key={id}>
            <p className={styles.claim} dir="auto">
              <b>{place}</b> {text}
            </p>
            <p className={styles.figures}>
              {figureOf(before)} agreement <span aria-hidden>→</span> <b>{figureOf(after)} after settling</b>
            </p>
            <Views views={views} accents={accents} />
            {earlier.length > 0 && (
              <details className={styles.earlier}>
                <summary>What they said in round {earlier[0]!.round}</summary>
                <Views views={earlier} accents={accents} />
              </details>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

function Views({ views, accents }: Pick<SettledClaimsProps, 'accents'> & { views: readonly SaidView[] }) {
  return (
    <ul>
      {views.map((said) => (
        <li key={said.answer.messageId}>
          <View said={said} accents={accents} />
        </li>
      ))}
    </ul>
  );
}

function View({ said: { answer, view, reason }, accents }: Pick<SettledClaimsProps, 'accents'> & { said: SaidView }) {
  const { sources = [], sourcesOmitted } = answer.generation ?? {};
  return (
    <>
      <p dir="auto">
        <ServiceName service={answer.aiService} accents={accents} />{' '}
        <span className={styles.view} data-view={view}>
          {viewLabels[view]}:
        </span>{' '}
        {reason}
      </p>
      {sources.length > 0 && <Sources sources={sources} omitted={sourcesOmitted} />}
    </>
  );
}
