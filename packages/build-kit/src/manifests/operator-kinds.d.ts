// What we use of the kinds of CloudNativePG 1.26 and its plugin for backups, of the Gateway API 1.2 and of the Prometheus
// operator.
interface ObjectMeta {
  name: string;
  namespace?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
}

interface ResourceRequirements {
  requests?: Record<string, string>;
  limits?: Record<string, string>;
}

interface Of<Kind extends string, Version extends string, Spec> {
  apiVersion: Version | string;
  kind: Kind | string;
  metadata: ObjectMeta;
  spec: Spec;
}

interface Plugin {
  name: string;
  isWALArchiver?: boolean;
  parameters?: Record<string, string>;
}

interface SecretKey {
  name: string;
  key: string;
}

export type Cluster = Of<
  'Cluster',
  'postgresql.cnpg.io/v1',
  {
    instances: number;
    imageName?: string;
    inheritedMetadata?: { labels?: Record<string, string>; annotations?: Record<string, string> };
    topologySpreadConstraints?: {
      topologyKey: string;
      maxSkew: number;
      whenUnsatisfiable: string;
      labelSelector: { matchLabels: Record<string, string> };
    }[];
    storage: { size: string; storageClass?: string };
    walStorage?: { size: string; storageClass?: string };
    resources?: ResourceRequirements;
    postgresql?: {
      parameters?: Record<string, string>;
      synchronous?: { method: string; number: number; dataDurability?: string };
    };
    managed?: {
      roles?: {
        name: string;
        ensure?: string;
        login?: boolean;
        createdb?: boolean;
        createrole?: boolean;
        superuser?: boolean;
        passwordSecret?: { name: string };
      }[];
    };
    plugins?: Plugin[];
  }
>;

export type ScheduledBackup = Of<
  'ScheduledBackup',
  'postgresql.cnpg.io/v1',
  {
    schedule: string;
    backupOwnerReference?: string;
    cluster: { name: string };
    method?: string;
    pluginConfiguration?: { name: string; parameters?: Record<string, string> };
  }
>;

export type ObjectStore = Of<
  'ObjectStore',
  'barmancloud.cnpg.io/v1',
  {
    retentionPolicy?: string;
    configuration: {
      destinationPath: string;
      endpointURL?: string;
      s3Credentials?: { accessKeyId: SecretKey; secretAccessKey: SecretKey };
      wal?: { compression?: string };
      data?: { compression?: string };
    };
  }
>;

export type HTTPRoute = Of<
  'HTTPRoute',
  'gateway.networking.k8s.io/v1',
  {
    parentRefs: { name: string; namespace?: string; sectionName?: string }[];
    hostnames?: string[];
    rules: {
      matches?: { path: { type: string; value: string } }[];
      filters?: { type: string; requestRedirect: { scheme: string; statusCode: number } }[];
      timeouts?: { request?: string; backendRequest?: string };
      backendRefs?: { name: string; port: number }[];
    }[];
  }
>;

export type PodMonitor = Of<
  'PodMonitor',
  'monitoring.coreos.com/v1',
  {
    jobLabel?: string;
    selector: { matchLabels: Record<string, string> };
    podMetricsEndpoints: { port: string; path?: string; interval?: string }[];
  }
>;
