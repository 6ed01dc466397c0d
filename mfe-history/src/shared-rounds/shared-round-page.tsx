import { type AiServiceLabel, type SharedRound } from '@polylogue/api-contract';
import { accentStyle, NoticeCard, PageHeader, useAccents, when } from '@polylogue/web-kit';
import { AntdTheme, QueryState } from '@polylogue/web-kit/antd';
import { Markdown } from '@polylogue/web-kit/chat';
import { useParams } from '@polylogue/web-kit/router';
import { Ballot, ballotOf, CastVote, emptyBallot } from '@polylogue/web-kit/votes';
import { EyeOff, Paperclip } from 'lucide-react';
import { useMemo, useState } from 'react';
import reading from '../reading/reading-pane.module.css';
import comparison from '../comparisons/comparison-page.module.css';
import styles from './shared-rounds.module.css';
import { useSharedRound, useSharedVoting } from './shared-rounds.api.js';

/** One round that another user shares: what was asked, what was replied, and the reader's own vote. */
export default function SharedRoundPage() {
  const { id = '' } = useParams();
  const round = useSharedRound(id);
  return (
    <AntdTheme>
      <div className={`pl-page ${comparison.page} ${styles.page}`}>
        {round.data && !round.isError ? (
          <Shown id={id} round={round.data} />
        ) : (
          <QueryState query={round} skeleton={{ rows: 4, rowHeight: 72 }} failed={failed} notFound={notFound} />
        )}
      </div>
    </AntdTheme>
  );
}

function Shown({ id, round }: { id: string; round: SharedRound }) {
  const { question, files, replies } = round;
  const accents = useAccents(useMemo(() => labelsOf(replies), [replies]));
  const scrolls = { tabIndex: 0, role: 'group', 'aria-label': 'Replies side by side' };
  return (
    <>
      <PageHeader title="Which reply is best?" />
      <Note round={round} />
      <div className={`${reading.body} ${comparison.rounds}`}>
        <section className={comparison.round} aria-label="The shared round">
          <article className={reading.question}>
            <header>
              <strong>Question</strong>
            </header>
            {question.trim() !== '' && <p>{question}</p>}
            {files.length > 0 && (
              <ul className={styles.files} aria-label="Files of the question">
                {files.map((name, at) => (
                  <li key={`${at} ${name}`}>
                    <Paperclip aria-hidden /> {name}
                  </li>
                ))}
              </ul>
            )}
          </article>
          <div className={reading.replies} data-compared {...scrolls}>
            {replies.map((reply) => {
              const accent = accents.get(reply.aiService.name);
              const { className = '', style } = accent ? accentStyle(accent) : {};
              const name = reply.aiService.displayName;
              return (
                <article
                  key={reply.id}
                  className={`${reading.reply} ${className}`}
                  style={style}
                  aria-label={`Reply of ${name}`}
                >
                  <header>
                    <strong>{name}</strong>
                  </header>
                  <Markdown text={reply.content} />
                </article>
              );
            })}
          </div>
          <div className={comparison.vote}>
            <Vote id={id} round={round} />
          </div>
        </section>
      </div>
    </>
  );
}

const Note = ({ round: { hidesNames, vote, expiresAt } }: { round: SharedRound }) => (
  <p className={styles.note}>
    {hidesNames && (
      <>
        <EyeOff aria-hidden /> Who wrote which reply is shown when you have voted.{' '}
      </>
    )}
    {!hidesNames && !vote && 'You see who wrote which reply, so your vote does not count as cast blind. '}
    Shared with you for your vote, until {when(expiresAt)}.
  </p>
);

function Vote({ id, round: { vote, replies, hidesNames } }: { id: string; round: SharedRound }) {
  const [isChanging, setChanging] = useState(false);
  const { cast, withdraw, isPending } = useSharedVoting(id, () => setChanging(false));
  const voted = replies.map((reply) => ({ messageId: reply.id, name: reply.aiService.displayName }));
  if (vote && !isChanging) {
    const change = () => setChanging(true);
    return <CastVote vote={vote} replies={voted} onChange={change} onWithdraw={withdraw} isPending={isPending} />;
  }
  return (
    <Ballot
      key={vote?.timestamp ?? 'new'}
      first={vote ? ballotOf(vote) : emptyBallot}
      replies={voted}
      label={hidesNames ? 'Vote and see the names' : vote ? 'Change vote' : 'Vote'}
      isPending={isPending}
      onCast={cast}
      onCancel={vote ? () => setChanging(false) : undefined}
    />
  );
}

/** Each service once. */
const labelsOf = (replies: SharedRound['replies']): AiServiceLabel[] => [
  ...new Map(replies.map(({ aiService }) => [aiService.name, aiService])).values(),
];

const failed = {
  title: 'The round could not be loaded',
  text: 'Nothing is lost. Check the connection, then try again.',
};

const notFound = (
  <NoticeCard
    role="alert"
    title="This round is not shared"
    text="The link may not be complete, or whoever sent it has ended the sharing."
  />
);
