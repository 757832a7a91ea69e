import { i18n } from '@lingui/core';
import { messages } from '../../locales/en/paid.po';

// Texts of the notices about money on pages that are not about money, and of the results of a payment. Loaded with each.
i18n.load(i18n.locale, messages);
