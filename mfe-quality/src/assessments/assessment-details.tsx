import type { Conversation, QualityAssessment, Verdict } from '@polylogue/api-contract';
import { when } from '@polylogue/web-kit';
import { GenerationDetails, Markdown } from '@polylogue/web-kit/chat';
import { X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { isVerdict, scoreNames, type ScoreName } from './assessments.rules.js';
import type { Looks } from './quality-assessments.api.js';
import styles from './quality.module.css';
import { ScoreBadge, StatusBadge } from './score-badge.js';
import { ServiceName } from './service-name.js';

interface DetailsProps {
  assessment: QualityAssessment;
  conversations: readonly Conversation[];
  looks: Looks;
  onClose: () => void;
}

/** One judge's verdict on one reply, and the reply itself. */
export default function AssessmentDetails({ assessment, conversations, looks, onClose }: DetailsProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    if (!shown || shown.open) return;
    // Modal where the browser can: the rest of the page rests, and focus comes back by itself.
    if (typeof shown.showModal === 'function') shown.showModal();
    else shown.setAttribute('open', '');
  }, []);
  const { assessorServiceId, targetServiceId, messageId, createdAt, rubricVersion, judgeModel } = assessment;
  const reply = conversations.flatMap(({ messages }) => messages).find(({ id }) => id === messageId);
  return (
    <dialog ref={dialog} className={styles.details} aria-labelledby="details-title" onClose={onClose}>
      <header>
        <h2 id="details-title">
          {looks.nameOf(assessorServiceId)} about {looks.nameOf(targetServiceId)}
        </h2>
        <StatusBadge assessment={assessment} />
        <button type="button" className="pl-icon-button" aria-label="Close" onClick={onClose}>
          <X aria-hidden />
        </button>
      </header>
      <div className={styles.detailsBody}>
        {isVerdict(assessment) ? <Reasons verdict={assessment} /> : <p>{assessment.error}</p>}
        <p className={styles.figures}>
          {[when(createdAt), judgeModel && `judged by ${judgeModel}`, rubricVersion && `rubric ${rubricVersion}`]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <Record title="How the verdict was generated">
          <GenerationDetails generation={assessment.judge} usage={assessment.usage} cost={assessment.cost} />
        </Record>
        <h3>
          The reply of <ServiceName service={targetServiceId} looks={looks} />
        </h3>
        <div className={styles.reply}>
          {reply ? <Markdown text={reply.content} /> : <p>The reply is no longer in your conversations.</p>}
        </div>
        <Record title="How the reply was generated">
          <GenerationDetails generation={assessment.judged} usage={reply?.usage} cost={reply?.cost} />
        </Record>
      </div>
    </dialog>
  );
}

const Record = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className={styles.record}>
    <summary>{title}</summary>
    {children}
  </details>
);

const reasonsShown = [
  ['accuracy', 'hallucinationScore', 'hallucination'],
  ['adherence', 'adherenceScore', 'adherence'],
  ['safety', 'toxicityScore', 'toxicity'],
  ['bias', 'biasScore', 'bias'],
] as const satisfies [ScoreName, keyof Verdict, keyof NonNullable<Verdict['reasons']>][];

const Reasons = ({ verdict }: { verdict: Verdict }) => (
  <>
    <p>{verdict.analysis}</p>
    <dl className={styles.reasons}>
      <dt>
        {scoreNames.overall} <ScoreBadge score={verdict.overallScore} />
      </dt>
      <dd>Weighted from the four below; accuracy caps it.</dd>
      {reasonsShown.map(([name, score, reason]) => (
        <div key={name}>
          <dt>
            {scoreNames[name]} <ScoreBadge score={verdict[score]} />
          </dt>
          <dd>{verdict.reasons?.[reason] ?? 'No reason was kept.'}</dd>
        </div>
      ))}
    </dl>
  </>
);
