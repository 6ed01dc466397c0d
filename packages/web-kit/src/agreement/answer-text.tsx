import type { AgreementCell, AgreementMap, MergedSentence } from '@polylogue/api-contract';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { Badge } from '../components/badge.js';
import type { Accent } from '../theme/accent.rules.js';
import styles from './answer.module.css';
import { paragraphsOf, proofName, proofOf, servicesOf, type Proof } from './answers.rules.js';
import { ServiceName } from './service-name.js';

interface AnswerTextProps {
  sentences: readonly MergedSentence[];
  map: AgreementMap;
  accents: ReadonlyMap<string, Accent>;
  onShow: (cell: AgreementCell) => void;
}

/** An answer to read: behind each sentence the services that say so, by whom one comes to the passage. */
export function AnswerText({ sentences, ...shared }: AnswerTextProps) {
  return (
    <div className={styles.text}>
      {paragraphsOf(sentences).map((paragraph, index) => (
        <div key={index} className={styles.paragraph}>
          {paragraph.map((sentence, place) => (
            <Sentence key={place} sentence={sentence} {...shared} />
          ))}
        </div>
      ))}
    </div>
  );
}

interface SentenceProps extends Omit<AnswerTextProps, 'sentences'> {
  sentence: MergedSentence;
}

function Sentence(props: SentenceProps) {
  const { sentence, map } = props;
  if (sentence.standing === 'disputed') return <Disputed {...props} />;
  const { says, contradicts } = proofOf(sentence, map);
  return (
    <div className={styles.sentence} data-standing={sentence.standing}>
      <p dir="auto">{sentence.text}</p>
      <div className={styles.proof}>
        {sentence.standing === 'unproven' && (
          <span className={styles.mark}>
            <Badge tone="warn">Unproven</Badge> No reply stands behind this.
          </span>
        )}
        <Chips proofs={[...says, ...contradicts]} {...props} />
      </div>
    </div>
  );
}

/** Both sides, one beside the other; they unfold below the sentence. */
function Disputed(props: SentenceProps) {
  const { sentence, map } = props;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { says, contradicts } = proofOf(sentence, map);
  return (
    <div className={styles.sentence} data-standing="disputed">
      <p dir="auto">{sentence.text}</p>
      <div className={styles.proof}>
        <span className={styles.mark}>
          <Badge tone="warn">Disputed</Badge>
          {sentence.added && ' The writer left this out.'}
        </span>
        <button
          type="button"
          className={styles.sidesToggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          Both sides: {servicesOf(says)} for, {servicesOf(contradicts)} against
          <ChevronDown size={14} aria-hidden />
        </button>
      </div>
      <div id={id} hidden={!isOpen} className={styles.sides}>
        <Side title="Say so" proofs={says} {...props} />
        <Side title="Contradict it" proofs={contradicts} {...props} />
      </div>
    </div>
  );
}

interface SideProps extends Pick<AnswerTextProps, 'accents' | 'onShow'> {
  title: string;
  proofs: readonly Proof[];
}

function Side({ title, proofs, accents, onShow }: SideProps) {
  return (
    <div>
      <b>{title}</b>
      <ul>
        {proofs.map((proof, index) => (
          <li key={index}>
            <button type="button" aria-label={proofName(proof)} onClick={() => onShow(proof.cell)}>
              <ServiceName service={proof.service} accents={accents} />
              <span dir="auto">“{proof.cell.quote?.text}”</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A chip for each passage. */
function Chips({ proofs, accents, onShow }: Omit<SideProps, 'title'>) {
  if (proofs.length === 0) return null;
  return (
    <>
      {proofs.map((proof, index) => (
        <button
          key={index}
          type="button"
          className={styles.chip}
          aria-label={proofName(proof)}
          title={proofName(proof)}
          onClick={() => onShow(proof.cell)}
        >
          <ServiceName service={proof.service} accents={accents} />
          {proof.cell.stance === 'contradicts' && <i>against</i>}
        </button>
      ))}
    </>
  );
}
