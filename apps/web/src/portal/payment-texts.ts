import { i18n } from '@lingui/core';
import { messages } from '../locales/en/payments.po';

// Texts of the pages about money. These pages import this file, so that no other page loads them.
i18n.load(i18n.locale, messages);
