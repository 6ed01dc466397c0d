import { EmptyState, PageHeader, paths } from '@polylogue/web-kit';
import { ArrowLeft } from 'lucide-react';
import { Link } from '@polylogue/web-kit/router';

export default function QualityAssessment() {
  return (
    <div className="pl-page">
      <PageHeader
        title="Quality Assessment"
        actions={
          <Link className="pl-button" to={paths.dashboard.href()}>
            <ArrowLeft aria-hidden />
            Back to Dashboard
          </Link>
        }
      />
      <section className="pl-card">
        <EmptyState
          title="No Quality Assessments Found"
          help="Replies are not cross-validated by this version yet, so there are no scores to show."
        />
      </section>
    </div>
  );
}
