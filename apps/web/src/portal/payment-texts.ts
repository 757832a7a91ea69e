import { i18n } from '@lingui/core';
import { messages } from '../locales/en/payments.po';

// The words of the pages about money: those import them, so that neither the first chunk nor any other page carries them.
i18n.load(i18n.locale, messages);
