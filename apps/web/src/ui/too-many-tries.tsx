import { Plural, Trans } from '@lingui/react/macro';

interface WaitProps {
  /** Seconds from `Retry-After`. */
  seconds: number | null;
}

export const tooManyTries = <Trans>Too many tries.</Trans>;

/** Says how long to wait before the next try. */
export const Wait = ({ seconds }: WaitProps) => {
  if (seconds === null) return <Trans>Wait a few minutes, then try again.</Trans>;
  if (seconds > 7_200) return <Trans>Try again later.</Trans>;
  if (seconds <= 90) return <Plural value={seconds} one="Try again in # second." other="Try again in # seconds." />;
  return <Plural value={Math.ceil(seconds / 60)} one="Try again in # minute." other="Try again in # minutes." />;
};
