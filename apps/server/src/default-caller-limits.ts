import { type CallerLimits, limitsPerMinuteAndHour } from './services/rate-windows/ports.ts';
import { settings } from './settings.ts';

/** Limits per address where the environment sets none: the defaults that docs/settings.md lists. */
export const defaultCallerLimits: CallerLimits = {
  credentialCalls: limitsPerMinuteAndHour(
    Number(settings.LIMIT_CREDENTIALS_PER_MINUTE.default),
    Number(settings.LIMIT_CREDENTIALS_PER_HOUR.default),
  ),
  wrongSignIns: limitsPerMinuteAndHour(
    Number(settings.LIMIT_WRONG_SIGN_INS_PER_MINUTE.default),
    Number(settings.LIMIT_WRONG_SIGN_INS_PER_HOUR.default),
  ),
};
