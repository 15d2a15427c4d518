/** Telephone numbers that Ofcom reserves for fiction, so that nobody is called by mistake. */
export const HELP_PAGE = {
  maintenancePhone: '01632 960100',
  breakdownPhone: '0808 157 0192',
  faqs: [
    {
      question: 'What do I do first after an accident?',
      answer:
        'Stop, switch the hazard lights on and make sure that everybody is safe.\nCall 999 or 112 where somebody is hurt or the road is blocked.\nThen report the accident on this page: it takes five minutes.',
    },
    {
      question: 'The vehicle has broken down. What now?',
      answer:
        'Leave the carriageway if you can. On a motorway wait behind the barrier, on the left.\nCall breakdown with the registration of this page.',
    },
    {
      question: 'A warning lamp is on. May I drive on?',
      answer:
        'Red: stop where it is safe, and call maintenance.\nAmber: drive on with care, and call maintenance before the next run.',
    },
    {
      question: 'What may I say to the others who were involved?',
      answer:
        'Give your name, the registration and the operator of the vehicle. Do not say whose fault it was.',
    },
  ],
} as const;
