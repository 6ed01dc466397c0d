import { Check } from '@polylogue/web-kit/antd';
import { useServices } from './judging.api.js';
import styles from './judging.module.css';

interface ChoiceProps {
  /** None: all may. */
  judges: string[];
  onChange: (judges: string[]) => void;
}

/** Which services may judge: all, or some. One that is no longer offered can be taken away. */
export function JudgeChoice({ judges, onChange }: ChoiceProps) {
  const { data = [] } = useServices();
  const offered = data
    .filter(({ category }) => category === 'text')
    .map(({ name, displayName }) => ({ name, displayName }));
  const gone = judges.filter((name) => !offered.some((service) => service.name === name));
  const services = [...offered, ...gone.map((name) => ({ name, displayName: `${name} (no longer offered)` }))];
  return (
    <div className={styles.judges} role="group" aria-labelledby="judges-title">
      <h3 id="judges-title">Services that may judge</h3>
      <p>{judges.length === 0 ? 'All of them may. Choose some to leave the others out.' : 'Only those chosen.'}</p>
      <div className={styles.row}>
        {services.map(({ name, displayName }) => (
          <Check
            key={name}
            isOn={judges.includes(name)}
            onChange={(isOn) => onChange(isOn ? [...judges, name] : judges.filter((each) => each !== name))}
          >
            {displayName}
          </Check>
        ))}
      </div>
    </div>
  );
}
