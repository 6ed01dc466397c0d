import type { ConfiguredAiService } from '@polylogue/api-contract';
import { when } from '@polylogue/web-kit';
import { Button, Field } from '@polylogue/web-kit/antd';
import { useRemoveKey } from './ai-services.api.js';
import styles from './service-form.module.css';
import { dropsKey, type ServiceForm } from './service-form.rules.js';

interface KeyFieldProps {
  form: ServiceForm;
  service: ConfiguredAiService | undefined;
  canStore: boolean;
  fault: string | undefined;
  onType: (apiKey: string) => void;
}

/** A key goes in here and never comes out: what is shown is that there is one. */
export function KeyField({ form, service, canStore, fault, onType }: KeyFieldProps) {
  const remove = useRemoveKey();
  const isStored = service?.key === 'stored' || service?.key === 'unreadable';
  if (!canStore) {
    return (
      <p className={styles.fixed}>
        Keys cannot be stored here yet: whoever runs this server has to set <code>AI_DISPATCH_KEY_RING</code> first.
      </p>
    );
  }
  return (
    <div className={styles.key}>
      <Field label={isStored ? 'New API key' : 'API key'} help={hintOf(form, service)} error={fault}>
        {(control) => (
          <input
            {...control}
            type="password"
            autoComplete="off"
            spellCheck={false}
            value={form.apiKey}
            placeholder={isStored ? 'Leave empty to keep the stored key' : ''}
            onChange={({ target }) => onType(target.value)}
          />
        )}
      </Field>
      {service && isStored && (
        <Button
          type="text"
          disabled={remove.isPending}
          onClick={() => remove.mutate({ parameters: { name: service.name } })}
        >
          Remove the stored key
        </Button>
      )}
    </div>
  );
}

function hintOf(form: ServiceForm, service: ConfiguredAiService | undefined): string {
  if (dropsKey(form, service)) return 'The stored key belongs to the old address and goes with it. Enter it again.';
  if (service?.key === 'stored' && service.keySetAt) return `A key is stored, set ${when(service.keySetAt)}.`;
  if (service?.key === 'unreadable') return 'The stored key cannot be opened any more. Set it again.';
  if (service?.key === 'operator') return 'The key of the server is used; one that is set here goes before it.';
  return 'Stored encrypted and never shown again. Programs of your own need none.';
}
