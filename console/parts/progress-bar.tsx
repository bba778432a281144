import { useId } from 'preact/hooks';

interface ProgressBarProps {
  readonly label: string;
  /** From 0 to 1. */
  readonly share: number;
}

export const ProgressBar = ({ label, share }: ProgressBarProps) => {
  const id = useId();
  const percent = Math.floor(share * 100);
  return (
    <div class="progress">
      <div class="progress-text">
        <label for={id}>{label}</label>
        <span aria-hidden="true">{percent} %</span>
      </div>
      <progress id={id} max={100} value={percent} />
    </div>
  );
};
