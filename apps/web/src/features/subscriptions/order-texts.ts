import { i18n } from '@lingui/core';
import { messages } from '../../locales/en/order.po';

// The words of the review: what shows one imports them, so that the pages where a plan is chosen do not carry them.
i18n.load(i18n.locale, messages);
