import { i18n } from '@lingui/core';
import { messages } from '../../locales/en/menu.po';

// The words of the opened user menu: they come with it, so that the first chunk does not carry them.
i18n.load(i18n.locale, messages);
