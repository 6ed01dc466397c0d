import { EmptyState, PageHeader } from '@polylogue/web-kit';

export default function QueryList() {
  return (
    <div className="pl-page">
      <PageHeader title="Saved Queries" />
      <section className="pl-card">
        <EmptyState title="No saved queries yet" help="The version installed here cannot store queries yet." />
      </section>
    </div>
  );
}
