import type { Product } from '@foyer/contract/vocabulary/plans';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Product name before the name of a plan: `Drive Starter`. */
export const productLabel: Record<Product, MessageDescriptor> = { drive: msg`Drive`, scope: msg`Scope`, iot: msg`IoT` };
