import type { Plan } from '../catalogue/catalogue.ts';
import { type Refusal, refuse } from '../result.ts';
import type { BillingState } from './entities.ts';

/** IO-01: a plan for those of a school is had by a verified address of one alone, bought or by a code (decision 26). */
export const checkEmail = (
  { verifiedEmail }: Pick<BillingState, 'verifiedEmail'>,
  { emailSuffix }: Pick<Plan, 'emailSuffix'>,
): Refusal | null =>
  emailSuffix === null || verifiedEmail?.toLowerCase().endsWith(emailSuffix)
    ? null
    : refuse('STUDENT_EMAIL_REQUIRED', { emailSuffix });
