import { type CallerLimits, minuteAndHour } from './services/rate-windows/ports.ts';
import { settings } from './settings.ts';

/** Limits per address where the environment sets none: the defaults that docs/settings.md lists. */
export const defaultCallerLimits: CallerLimits = {
  credentialCalls: minuteAndHour(
    Number(settings.LIMIT_CREDENTIALS_PER_MINUTE.default),
    Number(settings.LIMIT_CREDENTIALS_PER_HOUR.default),
  ),
  wrongSignIns: minuteAndHour(
    Number(settings.LIMIT_WRONG_SIGN_INS_PER_MINUTE.default),
    Number(settings.LIMIT_WRONG_SIGN_INS_PER_HOUR.default),
  ),
};
