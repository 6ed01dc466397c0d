import { provision, sliceUrlsFrom } from './provision.js';

// Run by the launcher and by a job in Kubernetes: makes database, schemas and roles from one admin URL.
// Not ADMIN_DATABASE_URL: that is the application role of the slice named admin.
const adminUrl = process.env['PROVISION_DATABASE_URL'];
const slices = sliceUrlsFrom(process.env);

if (!adminUrl || slices.length === 0) {
  process.stderr.write(
    'Set PROVISION_DATABASE_URL and, per slice, <SLICE>_DATABASE_URL, <SLICE>_WORKER_DATABASE_URL and ' +
      '<SLICE>_OWNER_DATABASE_URL; their user names and passwords are what will be made.\n',
  );
  process.exit(1);
}
try {
  await provision(adminUrl, slices);
  process.stdout.write(`Roles and schemas are ready: ${slices.map(({ schema }) => schema).join(', ')}.\n`);
} catch (error) {
  process.stderr.write(
    `The database could not be prepared: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
}
