import { t } from '@lingui/core/macro';
import type { ShownProduct } from '../../../ui/product-mark.tsx';

/** Product name before the name of a plan: `Drive Starter`. */
export const productLabel: Record<ShownProduct, string> = {
  drive: t`Drive`,
  scope: t`Scope`,
  iot: t`IoT`,
};
