import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ShownProduct } from '../../../ui/product-mark.tsx';

/** Product name before the name of a plan: `Drive Starter`. */
export const productLabel: Record<ShownProduct, MessageDescriptor> = {
  drive: msg`Drive`,
  scope: msg`Scope`,
  iot: msg`IoT`,
};
