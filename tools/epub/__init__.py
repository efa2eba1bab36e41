"""`make epub`: the book as an EPUB 3 whose formulas are MathML.

    contents     which pages the book has, in which parts
    pages        a page without what only a browser can show
    pictures     drawings as files of their own
    formulas     MathML for all readers
    container    cover, title page, table of contents, and the file itself

book/_extensions/ebook.py writes the pages, and __main__.py is the way from there to the file.
"""
