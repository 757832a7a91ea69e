import { i18n } from '@lingui/core';
import { messages } from '../locales/en/bank.po';

// Loads the texts of bank challenges together with their components, because few customers see one.
i18n.load(i18n.locale, messages);
