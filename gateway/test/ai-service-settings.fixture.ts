import {
  ConfiguredService,
  KeyState,
  ServiceSource,
  type AddConfiguredServiceRequest,
  type CatalogSettingsServiceDefinition,
} from '@polylogue/proto';
import { AppError, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';

/** What stands in for ai-dispatch's catalog as administrators change it. */
export function settingsOf() {
  const services: Services = new Map();
  const keys = new Map<string, string>();
  return { handlers: handlersOf(services, keys), services, keys };
}

type Services = Map<string, ConfiguredService>;

function handlersOf(
  services: Services,
  keys: Map<string, string>,
): GrpcHandlers<typeof CatalogSettingsServiceDefinition> {
  const find = (name: string, call: CallContext) => findIn(services, name, call);
  return {
    listConfiguredServices: (_request, call) => {
      call.mustHaveCaller().mustBeAdmin();
      return Promise.resolve({ services: [...services.values()], canStoreKeys: true });
    },
    listPresets: (_request, call) => {
      call.mustHaveCaller().mustBeAdmin();
      return Promise.resolve({ presets: [] });
    },
    addConfiguredService: async (request, call) => {
      call.mustHaveCaller().mustBeAdmin();
      if (services.has(request.name)) throw new AppError('conflict', 'ai_service_exists', 'There is one already.');
      if (request.apiKey !== undefined) keys.set(request.name, request.apiKey);
      return add(services, request);
    },
    editConfiguredService: async ({ name, displayName }, call) => {
      const found = find(name, call);
      if (displayName !== undefined && found.service) found.service.displayName = displayName;
      return found;
    },
    enableConfiguredService: async ({ name, isEnabled }, call) => Object.assign(find(name, call), { isEnabled }),
    orderConfiguredServices: ({ names }, call) =>
      Promise.resolve({ services: names.map((name) => find(name, call)), canStoreKeys: true }),
    setServiceKey: async ({ name, apiKey }, call) => {
      if (apiKey !== undefined) keys.set(name, apiKey);
      const keyState = apiKey === undefined ? KeyState.NONE : KeyState.STORED;
      return Object.assign(find(name, call), { keyState, keySetAt: new Date() });
    },
    testConfiguredService: async ({ name }, call) => {
      const { service } = find(name, call);
      const status = service!.status;
      return { isWell: true, sentence: 'It works.', code: undefined, totalMs: 5, reply: 'Hello.', status };
    },
    removeConfiguredService: async ({ name }, call) => {
      find(name, call);
      services.delete(name);
      return {};
    },
  };
}

function findIn(services: Services, name: string, call: CallContext): ConfiguredService {
  call.mustHaveCaller().mustBeAdmin();
  const found = services.get(name);
  if (found) return found;
  throw new AppError('not_found', 'unknown_ai_service', `There is no AI service called "${name}".`);
}

function add(services: Services, request: AddConfiguredServiceRequest): ConfiguredService {
  const { name, displayName, color, category, model, provider, baseUrl, isEnabled } = request;
  const service = { name, displayName, color, category, model };
  const row = ConfiguredService.fromPartial({ service, provider, baseUrl, isEnabled, source: ServiceSource.ADMIN });
  row.keyState = request.apiKey === undefined ? KeyState.NONE : KeyState.STORED;
  services.set(name, row);
  return row;
}
