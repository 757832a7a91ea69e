import { i18n } from '@lingui/core';
import { messages } from '../../locales/en/failures.po';

// Texts of failures of purchases, codes and promotions. Loaded with their table.
i18n.load(i18n.locale, messages);
