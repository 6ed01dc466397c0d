import type { Rubric } from '@polylogue/api-contract';
import { PageHeader, paths, useCurrentUser } from '@polylogue/web-kit';
import { Button, QueryState } from '@polylogue/web-kit/antd';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { BackLink } from '../back-link/back-link.js';
import { RubricEditor } from './rubric-editor.js';
import { RubricList } from './rubric-list.js';
import { useRubrics } from './rubrics.api.js';

const failed = { title: 'The rubrics could not be loaded', text: 'They are safe. Try again in a moment.' };

/** What replies can be judged by, and the form of one. */
export default function Rubrics() {
  const { user } = useCurrentUser();
  const query = useRubrics();
  const { data } = query;
  const [open, setOpen] = useState<Rubric | 'new'>();
  const close = () => setOpen(undefined);
  return (
    <div className="pl-page">
      <BackLink to={paths.qualityAssessment.href()}>Back to Quality Assessment</BackLink>
      <PageHeader
        title="Rubrics"
        actions={
          !open &&
          user?.isApproved && (
            <Button type="primary" icon={<Plus aria-hidden />} onClick={() => setOpen('new')}>
              New rubric
            </Button>
          )
        }
      />
      {!open && !data && <QueryState query={query} skeleton={{ rows: 3, rowHeight: 72 }} failed={failed} />}
      {!open && data && (
        <RubricList
          rubrics={data.rubrics}
          isBuiltInDefault={data.builtInIsDefault}
          mayShare={user?.role === 'admin'}
          onOpen={setOpen}
        />
      )}
      {open && (
        <RubricEditor rubric={open === 'new' ? undefined : open} mayShare={user?.role === 'admin'} onClose={close} />
      )}
    </div>
  );
}
