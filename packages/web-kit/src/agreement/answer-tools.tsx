import { limits, type AiService, type MergedAnswer } from '@polylogue/api-contract';
import { Button } from 'antd';
import { Check, Copy, CornerDownRight, Download, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Field } from '../components/field.js';
import { PriceBefore, usePriceBefore } from '../estimate/price-before.js';
import { toggled } from '../formatting/toggled.js';
import { paths } from '../slice/paths.js';
import { toast } from '../toast/toast.js';
import { extractorsOf } from './agreement.rules.js';
import styles from './answer.module.css';
import { continueFrom, copyAnswer, downloadAnswer, priceOfContinuing, useDeleteAnswer } from './answers.api.js';

interface AnswerToolsProps {
  answer: MergedAnswer;
  services: readonly AiService[];
}

/** What is done with a version that has ended: taken along, gone on from, deleted. */
export function AnswerTools({ answer, services }: AnswerToolsProps) {
  const [isContinuing, setContinuing] = useState(false);
  const remove = useDeleteAnswer();
  const { id, version, sentences } = answer;
  return (
    <>
      <div className={styles.tools}>
        {sentences.length > 0 && (
          <>
            <CopyAnswer id={id} />
            {(['md', 'html'] as const).map((format) => (
              <Button
                key={format}
                size="small"
                icon={<Download size={14} aria-hidden />}
                onClick={() => void downloadAnswer(id, format)}
              >
                {format === 'md' ? 'Markdown' : 'Web page'}
              </Button>
            ))}
            <Button
              size="small"
              aria-expanded={isContinuing}
              icon={<CornerDownRight size={14} aria-hidden />}
              onClick={() => setContinuing(!isContinuing)}
            >
              Continue from this
            </Button>
          </>
        )}
        <Button
          size="small"
          aria-label={`Delete version ${version} of this answer`}
          icon={<Trash2 size={14} aria-hidden />}
          onClick={() => remove(answer)}
        />
      </div>
      {isContinuing && <ContinueAnswer answer={answer} services={services} />}
    </>
  );
}

function CopyAnswer({ id }: { id: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const Icon = isCopied ? Check : Copy;
  return (
    <Button size="small" icon={<Icon size={14} aria-hidden />} onClick={() => void copyAnswer(id).then(setCopied)}>
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  );
}

/** A message on top of the answer. It begins a comparison of its own, which opens once all have replied. */
function ContinueAnswer({ answer, services }: AnswerToolsProps) {
  const navigate = useNavigate();
  const [message, setMessage] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set([answer.writer.name]));
  const [isSending, setSending] = useState(false);
  const writers = extractorsOf(services);
  const selectedAIs = writers.map(({ name }) => name).filter((name) => chosen.has(name));
  const isReady = !isSending && message.trim() !== '' && selectedAIs.length > 0;
  const price = usePriceBefore({ ...priceOfContinuing(answer, message, selectedAIs), isWanted: isReady });
  const send = async () => {
    setSending(true);
    const comparison = await continueFrom(answer.id, message, selectedAIs);
    setSending(false);
    if (comparison === undefined) return;
    toast({ title: 'Comparison begun', description: 'It is kept in your history.', variant: 'success' });
    await navigate(paths.comparison.href(comparison));
  };
  return (
    <form
      className={styles.continue}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) price.confirm(() => void send());
      }}
    >
      <div role="group" aria-label="AI services to continue with" className={styles.targets}>
        {writers.map(({ name, displayName }) => (
          <button
            key={name}
            type="button"
            aria-pressed={chosen.has(name)}
            onClick={() => setChosen((before) => toggled(before, name))}
          >
            {displayName}
          </button>
        ))}
      </div>
      <Field
        label="New message"
        help="It begins a comparison of its own, in which each knows the question and this answer."
      >
        {(control) => (
          <textarea
            {...control}
            rows={2}
            placeholder="Go on from here"
            maxLength={limits.messageLength}
            value={message}
            onChange={({ target }) => setMessage(target.value)}
          />
        )}
      </Field>
      <Button type="primary" htmlType="submit" disabled={!isReady}>
        {isSending ? 'Waiting for replies…' : 'Continue'}
      </Button>
      <PriceBefore price={price} />
    </form>
  );
}
