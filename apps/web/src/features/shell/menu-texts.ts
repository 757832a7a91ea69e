import { i18n } from '@lingui/core';
import { messages } from '../../locales/en/menu.po';

// Texts of the user menu. They load with its panel, so that they are not in the first chunk.
i18n.load(i18n.locale, messages);
