palette calm
spacing 8
