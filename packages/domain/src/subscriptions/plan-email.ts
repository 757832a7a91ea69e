import type { Plan } from '../catalogue/catalogue.ts';
import { type Refusal, refuse } from '../result.ts';
import type { BillingState } from '../state/entities.ts';

/**
 * Refuses a plan for schools without a verified address that ends with `emailSuffix`, for orders and codes (IO-01,
 * decision 26).
 */
export const checkPlanEmail = (
  { verifiedEmail }: Pick<BillingState, 'verifiedEmail'>,
  { emailSuffix }: Pick<Plan, 'emailSuffix'>,
): Refusal | null =>
  emailSuffix === null || verifiedEmail?.toLowerCase().endsWith(emailSuffix)
    ? null
    : refuse('STUDENT_EMAIL_REQUIRED', { emailSuffix });
