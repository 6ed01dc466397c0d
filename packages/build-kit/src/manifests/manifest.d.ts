// As much of the objects of Kubernetes as the checks read. A field without a question mark is in every manifest of ours;
// whether all fields are known to Kubernetes is checked against its own types (known-fields.js).
export type Labels = Record<string, string>;

export interface Selector {
  matchLabels?: Labels;
}

export interface ContainerPort {
  name?: string;
  containerPort: number;
  hostPort?: number;
}

/** Of a port: its name or its number. */
export type PortName = string | number;

export interface Probe {
  httpGet?: { port: PortName };
  tcpSocket?: { port: PortName };
  grpc?: { port: PortName };
}

export interface KeyReference {
  name: string;
  key: string;
  optional?: boolean;
}

export interface ObjectReference {
  name: string;
  optional?: boolean;
}

export interface Container {
  name: string;
  image: string;
  env?: {
    name: string;
    value?: string;
    valueFrom?: { secretKeyRef?: KeyReference; configMapKeyRef?: KeyReference };
  }[];
  envFrom?: { configMapRef?: ObjectReference; secretRef?: ObjectReference }[];
  ports?: ContainerPort[];
  volumeMounts?: { name: string }[];
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  lifecycle?: { preStop: { sleep: { seconds: number } } };
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> };
  securityContext?: {
    allowPrivilegeEscalation?: boolean;
    readOnlyRootFilesystem?: boolean;
    privileged?: boolean;
    capabilities?: { add?: string[]; drop?: string[] };
  };
}

export interface Volume {
  name: string;
  configMap?: { name: string };
  secret?: { secretName: string };
  persistentVolumeClaim?: { claimName: string };
}

export interface PodSpec {
  automountServiceAccountToken?: boolean;
  serviceAccountName: string;
  terminationGracePeriodSeconds?: number;
  hostNetwork?: boolean;
  hostPID?: boolean;
  hostIPC?: boolean;
  securityContext?: { runAsNonRoot?: boolean; runAsUser?: number; seccompProfile?: { type: string } };
  volumes?: Volume[];
  topologySpreadConstraints?: { topologyKey: string; labelSelector: Selector }[];
  initContainers?: Container[];
  containers: [Container, ...Container[]];
}

export interface PodTemplate {
  metadata: { labels: Labels; annotations?: Labels };
  spec: PodSpec;
}

export interface Peer {
  podSelector?: Selector;
  namespaceSelector?: Selector;
}

export interface PolicyPort {
  port: PortName;
}

interface Plain<Kind extends string> {
  apiVersion: string;
  kind: Kind;
  metadata: { name: string; namespace?: string; labels?: Labels; annotations?: Labels };
  spec?: undefined;
}

type ObjectOf<Kind extends string, Spec> = Omit<Plain<Kind>, 'spec'> & { spec: Spec };

export type Workload = ObjectOf<
  'Deployment' | 'StatefulSet' | 'Job',
  {
    replicas?: number;
    strategy?: { rollingUpdate?: { maxSurge: number; maxUnavailable: number } };
    selector?: Selector;
    template: PodTemplate;
    volumeClaimTemplates?: { metadata: { name: string } }[];
  }
>;

/** Holds text under keys. */
export type Keyed = Plain<'ConfigMap' | 'Secret'> & {
  type?: string;
  data?: Record<string, string>;
  stringData?: Record<string, string>;
};

export type NetworkPolicy = ObjectOf<
  'NetworkPolicy',
  {
    podSelector: Selector;
    policyTypes: string[];
    ingress?: { from?: Peer[]; ports?: PolicyPort[] }[];
    egress?: { to?: Peer[]; ports?: PolicyPort[] }[];
  }
>;

export type Manifest =
  | Workload
  | Keyed
  | NetworkPolicy
  | ObjectOf<
      'Service',
      {
        selector: Labels;
        ports: { name?: string; port: number; targetPort: PortName }[];
        externalName?: string;
      }
    >
  | ObjectOf<'PodDisruptionBudget', { selector: Selector; maxUnavailable?: number }>
  | ObjectOf<
      'HorizontalPodAutoscaler',
      { scaleTargetRef: { kind: string; name: string }; minReplicas?: number; maxReplicas: number }
    >
  | ObjectOf<
      'Ingress',
      {
        ingressClassName: string;
        tls: { hosts: string[]; secretName: string }[];
        rules: {
          host: string;
          http: { paths: { path: string; backend: { service: { name: string; port: { name: string } } } }[] };
        }[];
      }
    >
  | ObjectOf<
      'HTTPRoute',
      {
        parentRefs: { name: string; namespace?: string; sectionName?: string }[];
        hostnames?: string[];
        rules: {
          matches?: object[];
          filters?: object[];
          timeouts?: { request?: string; backendRequest?: string };
          backendRefs?: { name: string; port: number }[];
        }[];
      }
    >
  | ObjectOf<
      'PodMonitor',
      { jobLabel?: string; selector: { matchLabels: Labels }; podMetricsEndpoints: { port: string }[] }
    >
  | Plain<'Namespace' | 'ServiceAccount' | 'PersistentVolumeClaim'>
  | ObjectOf<'Cluster' | 'ScheduledBackup' | 'ObjectStore', object>;

export type Kind = Manifest['kind'];

type Distributed<Object, Wanted> = Object extends { kind: infer Own } ? (Wanted extends Own ? Object : never) : never;

/** The object of one kind. */
export type ManifestOf<Wanted extends Kind> = Distributed<Manifest, Wanted>;
