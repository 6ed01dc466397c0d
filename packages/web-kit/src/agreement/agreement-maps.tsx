import type { AgreementCell, AiService } from '@polylogue/api-contract';
import type { Accent } from '../theme/accent.rules.js';
import styles from './agreement.module.css';
import { useAgreementMaps } from './agreement.api.js';
import { mapFigures, mapTitle, roundOf } from './agreement.rules.js';
import { KeptMap } from './kept-map.js';
import { MapForm } from './map-form.js';

export interface AgreementMapsProps {
  /** Of one round: texts that have ended. */
  replies: readonly { messageId: string; broadcastId?: string | undefined }[];
  services: readonly AiService[];
  accents: ReadonlyMap<string, Accent>;
  /** Shows the passage of a cell that has one. */
  onShow: (cell: AgreementCell) => void;
}

/** The agreement maps of a round: a new one, the newest one in full, and the earlier ones folded away. */
export function AgreementMaps({ replies, services, accents, onShow }: AgreementMapsProps) {
  const [newest, ...earlier] = useAgreementMaps(roundOf(replies));
  return (
    <div className={styles.maps}>
      <MapForm
        messageIds={replies.map(({ messageId }) => messageId)}
        services={services}
        isBusy={newest?.status === 'pending'}
      />
      <p role="status" className="pl-only-read">
        {newest?.status === 'pending' && 'Finding claims'}
        {newest?.status === 'completed' && `${mapTitle(newest)}: ${mapFigures(newest)}`}
      </p>
      {newest && (
        <KeptMap key={newest.id} map={newest} services={services} accents={accents} isNewest onShow={onShow} />
      )}
      {earlier.length > 0 && (
        <details className={styles.earlier}>
          <summary>{earlier.length === 1 ? '1 earlier map' : `${earlier.length} earlier maps`}</summary>
          {earlier.map((map) => (
            <KeptMap key={map.id} map={map} services={services} accents={accents} isNewest={false} onShow={onShow} />
          ))}
        </details>
      )}
    </div>
  );
}
