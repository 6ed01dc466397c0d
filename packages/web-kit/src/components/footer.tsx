import type { PublicConfig } from '@polylogue/api-contract';

/** Version, build and date of deployment, as `GET /api/config` answers them. */
export function Footer({ build, className = '' }: { build: PublicConfig['build'] | undefined; className?: string }) {
  return (
    <footer className={`pl-footer ${className}`}>
      {build && (
        <>
          <span>Version {build.version}</span>
          <span>Build {build.buildNumber}</span>
          <span>Deployed {build.deploymentDate}</span>
        </>
      )}
    </footer>
  );
}
