import { exportFileName } from '@polylogue/api-contract';
import { localDay, PageHeader, paths, saveFile, useCurrentUser } from '@polylogue/web-kit';
import { Button, QueryState, Segments, type QueryStateProps } from '@polylogue/web-kit/antd';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { BackLink } from '../back-link/back-link.js';
import { judgesCsv } from './judges-csv.rules.js';
import { JudgesTable } from './judges-table.js';
import { useCalibration, useLeaderboard } from './leaderboard.api.js';
import { LeaderboardFilter, type Choices } from './leaderboard-filter.js';
import { leaderboardCsv, rubricTitle, sinceOf, type Filter } from './leaderboard.rules.js';
import styles from './leaderboard.module.css';
import { PeopleTable } from './people-table.js';
import { RubricChoice } from './rubric-choice.js';
import { ScoresTable } from './scores-table.js';

type Tab = 'services' | 'judges';

/** Which services answer best, by people and by AI judges, and how far each judge can be believed. */
export default function LeaderboardPage() {
  const { isAdmin } = useCurrentUser();
  const [tab, setTab] = useState<Tab>('services');
  const [choices, setChoices] = useState<Choices>({ scope: 'mine', period: 'all', by: 'version', tag: '' });
  const [since, setSince] = useState<string>();
  const [rubric, setRubric] = useState<string>();
  const { scope, by, tag } = choices;
  const filter: Filter = { scope, by, tag, since, rubric };
  const choose = (change: Partial<Choices>) => {
    setChoices((before) => ({ ...before, ...change }));
    // What was judged by one's own rubrics is not among what everybody's rounds are counted by.
    if (change.scope) setRubric(undefined);
    if (change.period) setSince(sinceOf(change.period, Date.now()));
  };
  return (
    <div className={`pl-page ${styles.page}`}>
      <BackLink to={paths.qualityAssessment.href()}>Back to Quality Assessment</BackLink>
      <PageHeader
        title="Leaderboard"
        actions={
          <Segments
            label="What is shown"
            value={tab}
            options={[
              { value: 'services', label: 'Services' },
              { value: 'judges', label: 'Judges' },
            ]}
            onChange={setTab}
          />
        }
      />
      <LeaderboardFilter choices={choices} isAdmin={isAdmin} onChange={choose} />
      {tab === 'services' ? (
        <Services filter={filter} onRubric={setRubric} />
      ) : (
        <Judges filter={filter} onRubric={setRubric} />
      )}
    </div>
  );
}

interface FiguresProps {
  filter: Filter;
  onRubric: (versionId: string) => void;
}

function Services({ filter, onRubric }: FiguresProps) {
  const query = useLeaderboard(filter);
  const { data } = query;
  if (!data) return <NoFigures query={query} />;
  const { scores, calibrated, leftOut, verdicts, isCut, notRated } = data;
  const counted = [`${verdicts} ${verdicts === 1 ? 'verdict' : 'verdicts'}`, rubricTitle(data.rubric)];
  return (
    <>
      {isCut && <p className={styles.note}>Only the newest votes and verdicts are counted.</p>}
      {notRated > 0 && (
        <p className={styles.note}>
          Only the versions in most votes are rated, {notRated} with votes enough are not. Show a row for each service
          to have all votes count.
        </p>
      )}
      <PeopleTable figures={data} />
      <RubricChoice {...data} onChange={onRubric} />
      {scores.length > 0 && (
        <ScoresTable
          id="scores-title"
          title="AI scores"
          rows={scores}
          beside={counted.filter(Boolean).join(' · ')}
          note="What services give each other’s replies, 0 to 100, authors hidden. It is never mixed with votes."
        />
      )}
      {leftOut.length > 0 && (
        <ScoresTable
          id="calibrated-title"
          title="AI scores, calibrated"
          rows={calibrated}
          beside={`without ${leftOut.map(({ displayName }) => displayName).join(', ')}`}
          note="The same without the judges that agree with people less than chance would."
        />
      )}
      {(data.votes > 0 || scores.length > 0) && (
        <p>
          <Button onClick={() => saveCsv('leaderboard', leaderboardCsv(data))} icon={<Download aria-hidden />}>
            Export CSV
          </Button>
        </p>
      )}
    </>
  );
}

function Judges({ filter, onRubric }: FiguresProps) {
  const query = useCalibration(filter);
  const { data } = query;
  if (!data) return <NoFigures query={query} />;
  return (
    <>
      <RubricChoice {...data} onChange={onRubric} />
      <JudgesTable calibration={data} />
      {data.judges.length + data.comparisons.length > 0 && (
        <p>
          <Button onClick={() => saveCsv('judges', judgesCsv(data))} icon={<Download aria-hidden />}>
            Export CSV
          </Button>
        </p>
      )}
    </>
  );
}

const saveCsv = (what: string, text: string) =>
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), exportFileName(what, localDay(new Date()), 'csv'));

const failed = { title: 'The figures could not be loaded. Votes and verdicts are safe.' };

const NoFigures = ({ query }: Pick<QueryStateProps, 'query'>) => (
  <section className="pl-card">
    <QueryState query={query} skeleton={{ rows: 8, rowHeight: 40 }} failed={failed} isInCard />
  </section>
);
