import type { Conversation, QualityAssessment, RubricVerdict, Verdict } from '@polylogue/api-contract';
import { when } from '@polylogue/web-kit';
import { GenerationDetails, Markdown } from '@polylogue/web-kit/chat';
import { X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { isRubricVerdict, isVerdict, scoreNames, type BuiltInScore } from './assessments.rules.js';
import type { Looks } from './quality-assessments.api.js';
import styles from './quality.module.css';
import { ScoreBadge, StatusBadge } from './score-badge.js';
import { cutText } from './cuts.rules.js';
import { ServiceName } from './service-name.js';

interface DetailsProps {
  assessment: QualityAssessment;
  conversations: readonly Conversation[];
  looks: Looks;
  onClose: () => void;
}

/** One judge's verdict on one reply, and the reply itself. */
export default function AssessmentDetails({ assessment, conversations, looks, onClose }: DetailsProps) {
  const [dialog, title] = useOpened();
  const { assessorServiceId, targetServiceId, messageId, createdAt, judgeModel } = assessment;
  const reply = conversations.flatMap(({ messages }) => messages).find(({ id }) => id === messageId);
  return (
    <dialog
      ref={dialog}
      className={styles.details}
      aria-labelledby="details-title"
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <header>
        <h2 id="details-title" ref={title} tabIndex={-1}>
          {looks.nameOf(assessorServiceId)} about {looks.nameOf(targetServiceId)}
        </h2>
        <StatusBadge assessment={assessment} />
        <button type="button" className="pl-icon-button" aria-label="Close" onClick={onClose}>
          <X aria-hidden />
        </button>
      </header>
      <div className={styles.detailsBody}>
        {isRubricVerdict(assessment) ? (
          <RubricReasons verdict={assessment} />
        ) : isVerdict(assessment) ? (
          <Reasons verdict={assessment} />
        ) : (
          <p>{assessment.error}</p>
        )}
        {cutText(assessment) && <p className={styles.figures}>{cutText(assessment)}</p>}
        <p className={styles.figures}>
          {[
            when(createdAt),
            judgeModel && `judged by ${judgeModel}`,
            rubricText(assessment),
            assessment.answers && `median of ${assessment.answers} answers`,
          ]
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

/** A drawer that is open as long as it is there. As every drawer it has no mask: the page beside it stays in use. */
function useOpened() {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    const own = dialog.current;
    own?.setAttribute('open', '');
    title.current?.focus();
    return () => {
      const isHere = own?.contains(document.activeElement) || document.activeElement === document.body;
      if (isHere && before instanceof HTMLElement) before.focus();
    };
  }, []);
  return [dialog, title] as const;
}

/** What it was judged by: “rubric v1”, or the name of the rubric. */
function rubricText(assessment: QualityAssessment): string | undefined {
  if (isRubricVerdict(assessment)) return `rubric “${assessment.rubric.name}”, version ${assessment.rubric.version}`;
  const { rubricVersion } = assessment;
  return rubricVersion && rubricVersion.length < 36 ? `rubric ${rubricVersion}` : undefined;
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
] as const satisfies [BuiltInScore, keyof Verdict, keyof NonNullable<Verdict['reasons']>][];

/** The scores of a rubric that was made in the app, in its order. */
const RubricReasons = ({ verdict }: { verdict: RubricVerdict }) => (
  <>
    <p>{verdict.analysis}</p>
    <dl className={styles.reasons}>
      <dt>
        {scoreNames.overall} <ScoreBadge score={verdict.overallScore} />
      </dt>
      <dd>The mean of those below by their weights.</dd>
      {verdict.criteria.map(({ name, score, reason, weight, flagBelow }) => (
        <div key={name}>
          <dt>
            {name} <ScoreBadge score={score} />
          </dt>
          <dd>
            {reason}{' '}
            <small>{[`weight ${weight}`, flagBelow && `flagged below ${flagBelow}`].filter(Boolean).join(', ')}</small>
          </dd>
        </div>
      ))}
    </dl>
  </>
);

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
