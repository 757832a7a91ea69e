import { i18n } from '@lingui/core';
import { messages } from '../../locales/en/order.po';

// Texts of the review. Its components import this file, so that the pages of step 1 do not load them.
i18n.load(i18n.locale, messages);
