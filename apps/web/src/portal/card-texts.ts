import { i18n } from '@lingui/core';
import { messages } from '../locales/en/card.po';

// Texts of the page where a card is added or changed: the other pages about money do not load them.
i18n.load(i18n.locale, messages);
